/** The path of an address below the base path; the whole path where the base is not in it. */
export function pathBelow(basePath: string, url: string): string {
  const pathname = new URL(url).pathname.replace(/\/$/, '');
  const isBelow = basePath !== '' && (pathname === basePath || pathname.startsWith(`${basePath}/`));
  return isBelow ? pathname.slice(basePath.length) : pathname;
}
