import { gatewayOrigin } from '$lib/server/checkout';

export const load = () => ({ gatewayOrigin: gatewayOrigin() });
