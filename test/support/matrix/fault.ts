/**
 * What happens to a customer. `cut`: the browser is online and reaches nobody, until the checkout has noticed where it can.
 * `crash`: the shop's server dies, until a step needs it.
 */
export type Fault = 'reload' | 'cut' | 'close' | 'back' | 'offline' | 'freeze' | 'crash';
