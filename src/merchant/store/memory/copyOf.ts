/** As a database would give it back: JSON, and nobody else's object. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value));
