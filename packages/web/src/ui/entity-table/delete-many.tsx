/** Deleting the selected rows: the one bulk action that nearly every table has, in the words of its room. */

import { Trash2 } from 'lucide-react'
import type { MessageKey } from '../../locale/messages.ts'
import type { BulkAction } from './entity-description.ts'

/** Rooms that have such a text, by the part of its key that comes before the point. */
type RoomWith<Name extends string, Key = MessageKey> = Key extends `${infer Room}.${Name}` ? Room : never

/** The room has `deleteManyTitle`, `deleteManyText`, `deleteManyAction` and `deletedMany`, or names another text. */
type DeleteWords =
  | { readonly room: RoomWith<'deleteManyText'>; readonly text?: undefined }
  | { readonly room: RoomWith<'deleteManyTitle'>; readonly text: MessageKey }

export type DeleteManyDeps<T> = DeleteWords &
  Pick<BulkAction<T>, 'isUndoable' | 'isAllowed' | 'run'> & {
    /** The number must be typed, however small: others depend on these, and nothing brings them back. */
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
