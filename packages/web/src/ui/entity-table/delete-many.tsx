/** Bulk action that deletes the selected rows, with the texts of the table's module. Nearly every table has it. */

import { Trash2 } from 'lucide-react'
import type { MessageKey } from '../../locale/messages.ts'
import type { BulkAction } from './entity-description.ts'

/** Modules that have a given text: the part of the text key before the dot. */
type RoomWith<Name extends string, Key = MessageKey> = Key extends `${infer Room}.${Name}` ? Room : never

/**
 * The module has the texts `deleteManyTitle`, `deleteManyText`, `deleteManyAction` and `deletedMany`; `text` replaces
 * `deleteManyText`.
 */
type DeleteWords =
  | { readonly room: RoomWith<'deleteManyText'>; readonly text?: undefined }
  | { readonly room: RoomWith<'deleteManyTitle'>; readonly text: MessageKey }

export type DeleteManyDeps<T> = DeleteWords &
  Pick<BulkAction<T>, 'isUndoable' | 'isAllowed' | 'run'> & {
    /** The user must always type the number: other entities depend on the rows, and deletion is permanent. */
    readonly isTyped?: boolean
  }

export function deleteMany<T>({ isTyped, isUndoable, isAllowed, run, ...words }: DeleteManyDeps<T>) {
  const { room } = words
  const action: BulkAction<T> = {
    id: 'delete',
    label: 'ui.delete',
    icon: <Trash2 size={18} strokeWidth={1.75} aria-hidden />,
    isDanger: true,
    confirm: {
      title: `${room}.deleteManyTitle`,
      text: words.text === undefined ? `${words.room}.deleteManyText` : words.text,
      action: `${room}.deleteManyAction`,
      isTyped,
    },
    done: `${room}.deletedMany`,
    isUndoable,
    isAllowed,
    run,
  }
  return action
}
