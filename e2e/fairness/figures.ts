/**
 * Latencies of the attacks, for `npm run bench -- fairness`: if SONDE_FAIRNESS_FIGURES names a file, each is appended
 * to it as a line. Tests don't check latencies against limits; the benchmark shows both.
 */

import { appendFileSync } from 'node:fs'

/** Milliseconds and MB. Without `ack` and `mb`: only a single kind of call was measured. */
export interface Figures {
  readonly p50: number
  readonly p99: number
  readonly ack?: { readonly p50: number; readonly p99: number }
  readonly mb?: number
}

/** Content of a line. `kind` determines the applicable limits. */
export interface FiguresLine extends Figures {
  readonly kind: 'probe' | 'script' | 'signIn'
  /** Full name of the test. */
  readonly test: string
  /** Step of the test. */
  readonly step: string
}

/** Part of a test context that contains its name. */
export interface NamedTest {
  readonly fullName?: string
}

export function noteFigures(t: NamedTest, kind: FiguresLine['kind'], step: string, figures: Figures): void {
  const file = process.env.SONDE_FAIRNESS_FIGURES
  if (!file) return
  const line: FiguresLine = { kind, test: t.fullName ?? '', step, ...figures }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}
