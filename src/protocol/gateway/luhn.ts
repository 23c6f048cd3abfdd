/** Whether a text of digits ends in the right Luhn check digit. Anything but digits is `false`. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (digit < 0 || digit > 9) return false;
    if (i % 2 === 0) sum += digit;
    else sum += digit < 5 ? digit * 2 : digit * 2 - 9;
  }
  return digits.length > 1 && sum % 10 === 0;
}
