/** Whether an option is chosen: `data-debug` without a value reads as an empty string, and means yes. */
export function isOn(option: unknown): boolean {
  return option === '' || (Boolean(option) && option !== 'false');
}
