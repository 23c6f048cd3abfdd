import { guardForms } from './client/guardForms.ts';

guardForms(document);
