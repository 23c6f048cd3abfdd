/** Whether the first of option, `<html lang>` and browser is English: nothing has to be loaded then. */
export function speaksEnglish({ locale }: { locale?: string | undefined }): boolean {
  return /^en\b/i.test(locale || document.documentElement.lang || navigator.language);
}
