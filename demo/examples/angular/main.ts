// Vite compiles no templates, so the browser does it here. With the Angular CLI this line is not needed.
import '@angular/compiler';
import { bootstrapApplication } from '@angular/platform-browser';
import { ShopComponent } from './shop.component.ts';
import '../shop/shop.css';

bootstrapApplication(ShopComponent).catch((error: unknown) => console.error(error));
