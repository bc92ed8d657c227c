/** Words for commands in the history, such as “Moved Temperature”. */

import type { CommandLabel } from '@sonde/model/dashboards/editing/commands'
import type { Translate } from '../../locale/texts.ts'

export const commandWords = ({ kind, name, count }: CommandLabel, t: Translate): string =>
  t(`dashboardEditor.${kind}`, { name: name || t('dashboardEditor.widget'), count })
