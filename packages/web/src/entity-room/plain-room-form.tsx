/** The form over an entity of a plain room, from its description. */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { ActionRow } from '../entities/action-row.tsx'
import { EntityFacts } from '../entities/entity-facts.tsx'
import { invalidateEntities } from '../entities/entity-queries.ts'
import type { EntityFields } from '../entities/new-entity-dialog.tsx'
import { EntityForm, useEntityForm } from '../entities/use-entity-form.tsx'
import type { Faults } from '../entities/use-shown-faults.ts'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import type { MayRow, PlainRoomFormProps, PlainRow } from './plain-room.ts'
import { quiet, useRoomCalls } from './room-calls.ts'

/** What the form of a room consists of. */
export interface PlainForm<Row extends PlainRow, Draft extends object, F extends Faults<Draft>> {
  readonly draftOf: (row: Row) => Draft
  readonly faultsOf: (draft: Draft, t: Translate) => F
  /**
   * Sends what is stored with the draft over it; `options` go to each call. Of two calls the first may have made
   * something when the second is refused: `change` writes it into the draft.
   */
  readonly save: (
    rest: Rest,
    draft: Draft,
    row: Row,
    options: CallOptions,
    change: (part: Partial<Draft>) => void,
  ) => Promise<unknown>
  /** Further rooms that saving changes, by the first part of their keys in the query cache. */
  readonly refreshes?: readonly string[]
  readonly Fields: ComponentType<{ readonly fields: EntityFields<Draft, F>; readonly row: Row }>
  /** As `dt` and `dd`, above those that all entities have. */
  readonly Facts?: ComponentType<{ readonly row: Row }>
  /** Absent: all who see it may change it. */
  readonly mayEdit?: MayRow<Row>
  /** What the others see instead of the fields. */
  readonly ReadOnly?: ComponentType<{ readonly row: Row }>
}

/** Says what a form is; the description is checked here, and its types follow from it. */
export const definePlainForm = <Row extends PlainRow, Draft extends object, F extends Faults<Draft>>(
  form: PlainForm<Row, Draft, F>,
): PlainForm<Row, Draft, F> => form

interface PlainDetailsProps<Row extends PlainRow, Draft extends object, F extends Faults<Draft>>
  extends PlainRoomFormProps<Row> {
  readonly form: PlainForm<Row, Draft, F>
}

/** The tab with the details of an entity: its form, for those who may not edit it what the form shows. */
export function PlainDetails<Row extends PlainRow, Draft extends object, F extends Faults<Draft>>(
  props: PlainDetailsProps<Row, Draft, F>,
) {
  const { form, row, links } = props
  const { mayEdit, ReadOnly } = form
  const { authority, userId } = useAccount()?.auth ?? {}
  if (mayEdit?.(row, authority, userId) ?? true) return <Editable {...props} />
  return (
    <div className="sd-tab-body">
      <ActionRow row={row} actions={links} />
      {ReadOnly && <ReadOnly row={row} />}
      <AllFacts form={form} row={row} />
    </div>
  )
}

function AllFacts<Row extends PlainRow, Draft extends object, F extends Faults<Draft>>({
  form: { Facts },
  row,
}: Pick<PlainDetailsProps<Row, Draft, F>, 'form' | 'row'>) {
  return (
    <EntityFacts id={row.id.id} createdTime={row.createdTime}>
      {Facts && <Facts row={row} />}
    </EntityFacts>
  )
}

function Editable<Row extends PlainRow, Draft extends object, F extends Faults<Draft>>({
  form,
  room,
  row,
  links,
}: PlainDetailsProps<Row, Draft, F>) {
  const t = useText()
  const { rest } = useClient()
  const calls = useRoomCalls(room)
  const queries = useQueryClient()
  const { id } = row.id
  const { draftOf, faultsOf, save, refreshes = [], Fields } = form
  const editing = useEntityForm<Draft, F>({
    stored: draftOf(row),
    faultsOf: (draft) => faultsOf(draft, t),
    reload: async () =>
      draftOf(
        await queries.fetchQuery({
          queryKey: [room.name, 'one', id],
          queryFn: () => calls.info(id, quiet),
          // The cached entity may be seconds old: reading it again shows changes of another user.
          staleTime: 0,
        }),
      ),
    async save(draft) {
      await save(rest, draft, row, quiet, editing.change)
      await Promise.all([room.name, ...refreshes].map((name) => invalidateEntities(queries, name)))
    },
    saved: t(`${room.words}.saved`),
  })
  return (
    <EntityForm form={editing} facts={<AllFacts form={form} row={row} />}>
      <ActionRow row={row} actions={links} />
      <Fields fields={editing} row={row} />
    </EntityForm>
  )
}
