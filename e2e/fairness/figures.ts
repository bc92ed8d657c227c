/**
 * Times of the attacks, for `npm run bench -- fairness`: where SONDE_FAIRNESS_FIGURES names a file, each becomes a line
 * of it. Tests hold no time against a number; the benchmark shows them beside their bounds.
 */

import { appendFileSync } from 'node:fs'

/** Milliseconds and MB. Without `ack` and `mb`: only the one kind of call was measured. */
export interface Figures {
  readonly p50: number
  readonly p99: number
  readonly ack?: { readonly p50: number; readonly p99: number }
  readonly mb?: number
}

/** What a line holds. `kind` says which bounds are meant. */
export interface FiguresLine extends Figures {
  readonly kind: 'probe' | 'script' | 'signIn'
  /** The test, with those around it. */
  readonly test: string
  /** The step of the test. */
  readonly step: string
}

/** The part of a test context that tells its name. */
export interface NamedTest {
  readonly fullName?: string
}

export function noteFigures(t: NamedTest, kind: FiguresLine['kind'], step: string, figures: Figures): void {
  const file = process.env.SONDE_FAIRNESS_FIGURES
  if (!file) return
  const line: FiguresLine = { kind, test: t.fullName ?? '', step, ...figures }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}
