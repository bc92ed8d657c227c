/** What running a script with sample arguments says against it. */

import type { Translate } from '../locale/texts.ts'

/** `nocheck`: nothing is run. `any`: something must be returned. */
export type ScriptResultType = 'nocheck' | 'any' | 'string' | 'number' | 'boolean' | 'object' | 'array' | 'function'

export type ScriptOutcome =
  | { readonly kind: 'returned'; readonly type: Exclude<ScriptResultType, 'nocheck' | 'any'> | 'nothing' }
  | { readonly kind: 'threw' | 'notCompiled'; readonly name: string; readonly message: string }
  /** It did not end in time. */
  | { readonly kind: 'endless' }

/** Runs the body of a function, with the first of the sample arguments that it does not throw at. */
export type ScriptRunner = (run: {
  readonly argNames: readonly string[]
  readonly body: string
  readonly samples: readonly (readonly unknown[])[]
}) => Promise<ScriptOutcome>

/** Undefined when the outcome is what is wanted. */
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
