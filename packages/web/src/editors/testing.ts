/** Test helper: loads the code of the editors before the tests, so that it doesn't count toward their timeouts. */

import { beforeAll } from 'vitest'
import { languageSupport } from './code-languages.ts'

/** Timeout in ms, also sufficient on a busy machine. */
const loadMsMax = 60_000

export const editorsAreLoaded = () =>
  beforeAll(async () => {
    await import('./markdown-body.tsx')
    for (const language of ['json', 'javascript', 'css', 'protobuf', 'markdown'] as const)
      await languageSupport(language)
    // The first editor inserts its styles, which jsdom parses slowly.
    const { mountCode } = await import('./code-surface.ts')
    const first = await mountCode(document.createElement('div'), {
      language: 'json',
      value: '',
      onChange: () => {},
      onBlur: () => {},
      check: () => [],
      state: { isReadOnly: false, isDisabled: false, placeholder: '', completions: [], attributes: {}, phrases: {} },
    })
    first.destroy()
  }, loadMsMax)
