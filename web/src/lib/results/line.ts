/** Lines as they are written: steps with slashes between, `check / bet 120 / call / 4d`. */

export function stepsOf(line: string): string[] {
  return line
    .split("/")
    .map((step) => step.trim())
    .filter(Boolean);
}

export function lineOf(steps: readonly string[]): string {
  return steps.join(" / ");
}

export function extended(line: string, step: string): string {
  return lineOf([...stepsOf(line), step]);
}

/** The line one step before; null at the start. */
export function shortened(line: string): string | null {
  const steps = stepsOf(line);
  return steps.length ? lineOf(steps.slice(0, -1)) : null;
}

/** Whether one line goes on from another. */
export function goesOn(longer: string, line: string): boolean {
  const [first, second] = [stepsOf(longer), stepsOf(line)];
  return second.length < first.length && second.every((step, place) => first[place] === step);
}

/** The step that comes after a line on a longer one. */
export function nextStep(longer: string, line: string): string | null {
  return goesOn(longer, line) ? (stepsOf(longer)[stepsOf(line).length] ?? null) : null;
}
