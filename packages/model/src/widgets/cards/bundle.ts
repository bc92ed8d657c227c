/** The bundle `cards`: single values, tables of values and of entities. */

import type { SystemBundle } from '../system-widget.ts'

export const bundle: SystemBundle = {
  alias: 'cards',
  title: 'Cards',
  description: 'Single values, and tables of values and entities',
  cover: 'simple_card',
}
