/** Adds an entity to a room. */

import { useState } from 'react'
import { NewEntityDialog } from '../entities/new-entity-dialog.tsx'
import type { Faults } from '../entities/use-shown-faults.ts'
import { useText } from '../locale/use-text.tsx'
import type { Room, RoomDraft, RoomRow } from './room.ts'
import { quiet, useRoomCalls } from './room-calls.ts'

interface AddEntityDialogProps<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input> {
  readonly room: Room<Row, Draft, F, Input>
  readonly onClose: () => void
  readonly onAdded: (id: string) => Promise<void>
}

export function AddEntityDialog<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>({
  room,
  onClose,
  onAdded,
}: AddEntityDialogProps<Row, Draft, F, Input>) {
  const t = useText()
  const calls = useRoomCalls(room)
  const { newDraft, faultsOf, inputOf, Fields, FixedFields } = room.form
  const [initial] = useState(newDraft)
  return (
    <NewEntityDialog<Draft, F>
      title={t(`${room.name}.add`)}
      initial={initial}
      faultsOf={faultsOf}
      create={async (draft) => onAdded((await calls.save(inputOf(draft, null), quiet)).id.id)}
      onClose={onClose}
      size={room.addSize}
    >
      {(form) => (
        <>
          <Fields {...form} types={(signal) => calls.types({ ...quiet, ignoreLoading: true, signal })} />
          {FixedFields && <FixedFields draft={form.draft} />}
        </>
      )}
    </NewEntityDialog>
  )
}
