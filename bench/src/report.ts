/** Output of benchmarks: table rows with the machine and the day of the measurement. */

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { projectRoot } from '../../e2e/platform/start-platform.ts'

export interface Row {
  readonly what: string
  readonly measured: string
  readonly mustReach: string
  readonly reference: string
}

const file = `${projectRoot}docs/benchmarks.md`

export function machine(): string {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

export function print(rows: readonly Row[]): void {
  for (const { what, measured, mustReach } of rows)
    process.stdout.write(`${what}\n    ${measured}   (must reach ${mustReach})\n`)
}

/** Replaces the section between the benchmark's markers in docs/benchmarks.md. */
export function write(name: string, rows: readonly Row[]): void {
  const table = [
    `Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}; the load tool shares the machine.`,
    '',
    '| What | The reference | Must reach | Measured |',
    '|---|---|---|---|',
    ...rows.map(
      ({ what, reference, mustReach, measured }) => `| ${what} | ${reference} | ${mustReach} | ${measured} |`,
    ),
  ].join('\n')
  const text = readFileSync(file, 'utf8')
  const pattern = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!pattern.test(text)) throw new Error(`docs/benchmarks.md has no section ${name}`)
  writeFileSync(
    file,
    text.replace(pattern, (_, before, after) => `${before}${table}\n${after}`),
  )
}
