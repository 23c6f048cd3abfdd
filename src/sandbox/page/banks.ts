/** Banks that the sandbox knows. They exist nowhere else. */
export const BANKS: readonly string[] = ['Harbour Bank', 'Northgate Savings', 'Bank of the Three Cities'];
