/** For tests: what editors load when they are drawn is there before the clock of a test begins. */

import { beforeAll } from 'vitest'
import { languageSupport } from './code-languages.ts'

/** Ms on a machine that is busy otherwise, too. */
const loadMsMax = 60_000

export const editorsAreLoaded = () =>
  beforeAll(async () => {
    await import('./markdown-body.tsx')
    for (const language of ['json', 'javascript', 'css', 'protobuf', 'markdown'] as const)
      await languageSupport(language)
    // The first editor brings the rules of its look, which jsdom reads slowly.
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
