/**
 * Service for a tenant while others misbehave: the attacks of `e2e/fairness`, longer than in the test command, with the
 * measurements of the probe and their limits.
 */

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FiguresLine } from '../../e2e/fairness/figures.ts'
import { projectRoot, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { withCleanUp } from './clean-up.ts'
import type { Row } from './report.ts'

const folder = join(projectRoot, 'e2e/fairness')
/** Duration of each attack, ms. */
const attackMs = 6_000
/** Tests of the probe itself, which block their server on purpose. */
const notAttacks = ['probe.test.ts']

const restMsMax = 100
const ackMsMax = 200
const mbMax = 512
const aloneMsMax = { script: 1_000, signIn: 1_000 } as const

/** Runs the attacks. Throws if one of their tests fails, because measurements of a failed test are meaningless. */
async function runAttacks(figures: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts') && !notAttacks.includes(name))
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=1', ...files.map((name) => join('e2e/fairness', name))],
    {
      cwd: projectRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, SONDE_ATTACK_MS: String(attackMs), SONDE_FAIRNESS_FIGURES: figures },
    },
  )
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('An attack reached another tenant: the tests above failed')
}

const ms = (value: number) => value.toFixed(0)

/** One row per test, with the worst of its steps. */
function rowOf(test: string, lines: readonly FiguresLine[]): Row {
  const worst = (of: (line: FiguresLine) => number) => Math.max(...lines.map(of))
  const [p50, p99] = [worst((line) => line.p50), worst((line) => line.p99)]
  const kind = lines[0]?.kind ?? 'probe'
  if (kind !== 'probe') {
    const max = aloneMsMax[kind]
    const what = kind === 'script' ? 'the other tenant’s scripts' : 'others’ sign-ins'
    return {
      what: `${test}: ${what}`,
      reference: '',
      mustReach: `≤ ${max} ms at most`,
      measured: `${ms(p99)} ms${p99 > max ? ', over the bound' : ''}`,
    }
  }
  const [ack50, ack99] = [worst(({ ack }) => ack?.p50 ?? 0), worst(({ ack }) => ack?.p99 ?? 0)]
  const mb = worst((line) => line.mb ?? 0)
  const over = [
    ...(p99 > restMsMax ? ['REST'] : []),
    ...(ack99 > ackMsMax ? ['ack'] : []),
    ...(mb > mbMax ? ['memory'] : []),
  ]
  return {
    what: test,
    reference: '',
    mustReach: `REST p99 ≤ ${restMsMax}, ack p99 ≤ ${ackMsMax} ms, ≤ ${mbMax} MB`,
    measured:
      `REST p50 ${ms(p50)}, p99 ${ms(p99)}; ack p50 ${ms(ack50)}, p99 ${ms(ack99)} ms; ${ms(mb)} MB` +
      (over.length > 0 ? `; over the bound: ${over.join(', ')}` : ''),
  }
}

export async function benchFairness(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const figures = join(temporaryFolder(t), 'figures')
    await runAttacks(figures)
    if (!existsSync(figures)) throw new Error('The attacks noted no figures')
    const tests = new Map<string, FiguresLine[]>()
    for (const text of readFileSync(figures, 'utf8').trim().split('\n')) {
      const line = JSON.parse(text) as FiguresLine
      const key = `${line.kind} ${line.test}`
      tests.set(key, [...(tests.get(key) ?? []), line])
    }
    return [...tests.values()].map((lines) => rowOf(lines[0]?.test ?? '', lines))
  })
}
