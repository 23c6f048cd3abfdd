/** The id of a heading as code hosts make it, so that one anchor holds on both. */
export function headingId(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  return id === '' ? 'section' : id;
}
