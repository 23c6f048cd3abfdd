/** Whether the first of option, `<html lang>` and browser is English: nothing has to be loaded then. */
export function speaksEnglish(options: { locale?: string | undefined }): boolean {
  return /^en/i.test(options.locale || document.documentElement.lang || navigator.language);
}
