/** A setting of this browser, which may forbid or lose it: then the default holds. */
export interface Stored<T> {
  read(): T;
  write(value: T): void;
}

export function stored<T>(
  name: string,
  otherwise: T,
  fits: (value: unknown) => boolean = () => true,
  where: () => Storage = () => localStorage,
): Stored<T> {
  const key = `runout.${name}`;
  return {
    read() {
      try {
        const text = where().getItem(key);
        const value: unknown = text === null ? otherwise : JSON.parse(text);
        return fits(value) ? (value as T) : otherwise;
      } catch {
        return otherwise;
      }
    },
    write(value) {
      try {
        where().setItem(key, JSON.stringify(value));
      } catch {
        // A full or forbidden store costs only that the setting is not remembered.
      }
    },
  };
}
