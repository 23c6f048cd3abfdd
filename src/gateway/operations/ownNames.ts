/** Wire names whose form in our spelling is not just a small first letter. */
const ODD_NAMES: Readonly<Record<string, string>> = {
  RedirectionURL: 'redirectionUrl',
  FailRedirectionURL: 'failRedirectionUrl',
  CallBackURL: 'callBackUrl',
  IPAddress: 'ipAddress',
  ZIPCode: 'zipCode',
  UDF: 'udf',
  CvV2: 'cvv2',
};

/** A wire name in the client's spelling: `UniqueReference` → `uniqueReference`, `CallBackURL` → `callBackUrl`. */
export function ownName(wireName: string): string {
  return ODD_NAMES[wireName] ?? wireName.charAt(0).toLowerCase() + wireName.slice(1);
}

/** A wire path in the client's spelling: `Client.ZIPCode` → `client.zipCode`. What is below `UDF` is the merchant's own. */
export function ownPath(wirePath: string): string {
  const names = wirePath.split('.');
  return names.map((name, i) => (i > 0 && names[0] === 'UDF' ? name : ownName(name))).join('.');
}
