/** Languages of the shop and of the sandbox's hosted page, in their own names. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  mt: 'Malti',
  ar: 'العربية',
} as const;

export type Language = keyof typeof LANGUAGES;

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
