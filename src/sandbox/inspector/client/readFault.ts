import type { NewFault } from '../../faults/fault.ts';

/** The fault that the form describes; fields that its kind does not have are left out. The control checks it. */
export function readFault(form: FormData): NewFault {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const kind = text('do');
  const orderReference = text('orderReference');
  return {
    do: kind,
    ...(kind === 'status' ? { status: Number(text('status')) } : {}),
    ...(kind === 'delay' ? { ms: Number(text('ms')) } : {}),
    ...(text('times') === '' ? {} : { times: Number(text('times')) }),
    when: text('when'),
    match: { operation: text('operation'), ...(orderReference === '' ? {} : { orderReference }) },
  } as NewFault;
}
