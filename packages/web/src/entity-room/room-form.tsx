/** Details of a room's entity: what it is, and by those who may, changed. */

import { useQueryClient } from '@tanstack/react-query'
import { AssignableFacts } from '../assignment/assignable-fields.tsx'
import { invalidateEntities } from '../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../entities/use-entity-form.tsx'
import type { Faults } from '../entities/use-shown-faults.ts'
import { useText } from '../locale/use-text.tsx'
import type { Room, RoomDraft, RoomRow } from './room.ts'
import { quiet, useRoomCalls } from './room-calls.ts'

interface RoomFormProps<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input> {
  readonly room: Room<Row, Draft, F, Input>
  readonly row: Row
}

export function EditableEntity<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>({
  room,
  row,
}: RoomFormProps<Row, Draft, F, Input>) {
  const { draftOf, faultsOf, inputOf, Fields, FixedFields, Facts } = room.form
  const t = useText()
  const calls = useRoomCalls(room)
  const queries = useQueryClient()
  const form = useEntityForm<Draft, F>({
    stored: draftOf(row),
    faultsOf,
    reload: async () => draftOf(await calls.info(row.id.id, quiet)),
    async save(draft) {
      await calls.save(inputOf(draft, row), quiet)
      await invalidateEntities(queries, room.name)
    },
    saved: t(`${room.name}.saved`),
  })
  return (
    <EntityForm
      form={form}
      facts={
        <>
          {Facts && <Facts row={row} />}
          <AssignableFacts row={row} />
        </>
      }
    >
      <Fields
        draft={form.draft}
        change={form.change}
        touch={form.touch}
        faults={form.faults}
        types={(signal) => calls.types({ ...quiet, ignoreLoading: true, signal })}
      />
      {FixedFields && <FixedFields draft={form.draft} />}
    </EntityForm>
  )
}

export function ReadOnlyEntity<Row extends RoomRow, Draft extends RoomDraft, F extends Faults<Draft>, Input>({
  room,
  row,
}: RoomFormProps<Row, Draft, F, Input>) {
  const t = useText()
  const { ReadOnly } = room.form
  if (ReadOnly) return <ReadOnly row={row} />
  const { label, description } = room.form.draftOf(row)
  return (
    <div className="sd-tab-body">
      <dl className="sd-facts">
        <dt>{t('assignment.name')}</dt>
        <dd>{row.name}</dd>
        <dt>{t('assignment.type')}</dt>
        <dd>{row.type}</dd>
        <dt>{t('assignment.label')}</dt>
        <dd>{label || t('ui.none')}</dd>
        <dt>{t('assignment.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <AssignableFacts row={row} />
    </div>
  )
}
