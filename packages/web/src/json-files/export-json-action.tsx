/** Action that downloads an entity as a JSON file. */

import { Download } from 'lucide-react'
import type { MessageKey } from '../locale/messages.ts'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { saveJsonFile } from './json-file.ts'

/** `load` reloads the entity, because the list's row may be stale. */
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
      // The request itself shows the error in a toast.
      () => {},
    ),
})
