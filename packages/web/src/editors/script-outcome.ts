/** Outcome of running a script with sample arguments, and its fault message. */

import type { Translate } from '../locale/texts.ts'

/** `nocheck`: the script is not run. `any`: any value except undefined and null. */
export type ScriptResultType = 'nocheck' | 'any' | 'string' | 'number' | 'boolean' | 'object' | 'array' | 'function'

export type ScriptOutcome =
  | { readonly kind: 'returned'; readonly type: Exclude<ScriptResultType, 'nocheck' | 'any'> | 'nothing' }
  | { readonly kind: 'threw' | 'notCompiled'; readonly name: string; readonly message: string }
  /** The script did not finish within the time limit. */
  | { readonly kind: 'endless' }

/** Runs the body of a function with each of the samples until one doesn't throw. */
export type ScriptRunner = (run: {
  readonly argNames: readonly string[]
  readonly body: string
  readonly samples: readonly (readonly unknown[])[]
}) => Promise<ScriptOutcome>

/** Fault message; undefined if the outcome has the expected type. */
export function outcomeFault(outcome: ScriptOutcome, wanted: ScriptResultType, t: Translate): string | undefined {
  switch (outcome.kind) {
    case 'endless':
      return t('editors.endless')
    case 'threw':
    case 'notCompiled':
      return t('editors.scriptError', { name: outcome.name, message: outcome.message })
    case 'returned':
      if (wanted === 'nocheck') return undefined
      if (outcome.type === 'nothing') return t('editors.returnsNothing')
      return wanted === 'any' || outcome.type === wanted
        ? undefined
        : t('editors.returnsOther', { wanted: t(`editors.type_${wanted}`), found: t(`editors.type_${outcome.type}`) })
  }
}
