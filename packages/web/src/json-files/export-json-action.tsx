/** The action that hands a thing to the browser as a JSON file. */

import { Download } from 'lucide-react'
import type { MessageKey } from '../locale/messages.ts'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { saveJsonFile } from './json-file.ts'

/** `load` asks for the thing anew: what the list knows may be old. */
export const exportJsonAction = <T,>(
  label: MessageKey,
  load: (row: T) => Promise<{ readonly name: string; readonly content: unknown }>,
): EntityAction<T> => ({
  id: 'export',
  label,
  icon: <Download size={16} strokeWidth={2} aria-hidden />,
  run: (row) =>
    void load(row).then(
      ({ name, content }) => saveJsonFile(name, content),
      // A refusal is told by the toast of the call.
      () => {},
    ),
})
