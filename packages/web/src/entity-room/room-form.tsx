/** Form of a module's entities, from its description. */

import type { CallOptions, Rest } from '@sonde/client/rest/rest'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { ActionRow } from '../entities/action-row.tsx'
import { DeclaredFields } from '../entities/declared-fields.tsx'
import { EntityFacts } from '../entities/entity-facts.tsx'
import { invalidateEntities } from '../entities/entity-queries.ts'
import type { DraftOf, FieldDeclarations, FieldErrorsOf, FieldList } from '../entities/field-list.ts'
import { type EntityFields, NewEntityDialog } from '../entities/new-entity-dialog.tsx'
import { EntityForm, useEntityForm } from '../entities/use-entity-form.tsx'
import type { FieldErrors } from '../entities/use-field-errors.ts'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import type { AddFormProps, MayRow, RoomForm, RoomFormProps, RoomRow } from './room.ts'
import { quiet, useRoomCalls } from './room-calls.ts'

/** Description of a module's form. */
export interface FormDescription<Row extends RoomRow, Draft extends object, F extends FieldErrors<Draft>> {
  readonly draftOf: (row: Row) => Draft
  readonly fieldErrorsOf: (draft: Draft, t: Translate) => F
  /**
   * Sends the stored entity merged with the draft; `options` are passed to each request. If the first of two requests
   * succeeds and the second fails, `change` stores the first result in the draft.
   */
  readonly save: (
    rest: Rest,
    draft: Draft,
    row: Row,
    options: CallOptions,
    change: (part: Partial<Draft>) => void,
  ) => Promise<unknown>
  /** Other modules affected by saving, as the first part of their query keys. */
  readonly refreshes?: readonly string[]
  readonly renderFields: (props: { readonly fields: EntityFields<Draft, F>; readonly row: Row }) => ReactNode
  /** Overview of the entity's current state, above the fields. */
  readonly Overview?: ComponentType<{ readonly row: Row }>
  /** Between the fields and the facts. */
  readonly BelowFields?: ComponentType<{ readonly row: Row }>
  /** Additional facts as `dt` and `dd`, above the common ones. */
  readonly Facts?: ComponentType<{ readonly row: Row }>
  /** Absent: every user who can read the entity can edit it. */
  readonly mayEdit?: MayRow<Row>
  /** Replaces the fields for users without edit permission. */
  readonly ReadOnly?: ComponentType<{ readonly row: Row }>
  /** Absent: the module adds entities in another way or not at all. */
  readonly add?: AddDescription<Draft, F>
}

interface AddDescription<Draft extends object, F extends FieldErrors<Draft>> {
  readonly newDraft: () => Draft
  readonly create: (rest: Rest, draft: Draft, options: CallOptions) => Promise<{ readonly id: { readonly id: string } }>
  readonly renderFields: (props: { readonly fields: EntityFields<Draft, F> }) => ReactNode
  /** Dialog width, px; absent: the default width. */
  readonly size?: 480
}

/**
 * Creates a module's form from its description. Type-checks the description here, so that callers don't need the
 * draft's type.
 */
export function defineForm<Row extends RoomRow, Draft extends object, F extends FieldErrors<Draft>>(
  form: FormDescription<Row, Draft, F>,
): RoomForm<Row> {
  const { add, fieldErrorsOf } = form
  return {
    renderDetails: (props) => <Details key={props.row.id.id} {...props} form={form} />,
    renderAdd: add && ((props) => <AddEntity {...props} add={add} fieldErrorsOf={fieldErrorsOf} />),
  }
}

interface ListFormDeps<Row extends RoomRow, L extends FieldDeclarations>
  extends Omit<FormDescription<Row, DraftOf<L>, FieldErrorsOf<L>>, 'fieldErrorsOf' | 'renderFields' | 'add'> {
  readonly list: FieldList<L>
  readonly create?: AddDescription<DraftOf<L>, FieldErrorsOf<L>>['create']
}

/** Creates a module's form that consists only of declared fields. */
export function defineListForm<Row extends RoomRow, L extends FieldDeclarations>({
  list,
  create,
  ...form
}: ListFormDeps<Row, L>): RoomForm<Row> {
  const { empty, fieldErrorsOf } = list
  const renderFields = ({ fields }: { readonly fields: EntityFields<DraftOf<L>, FieldErrorsOf<L>> }) => (
    <DeclaredFields list={list} fields={fields} />
  )
  return defineForm<Row, DraftOf<L>, FieldErrorsOf<L>>({
    ...form,
    fieldErrorsOf,
    renderFields,
    add: create && { newDraft: () => empty, create, renderFields, size: 480 },
  })
}

interface AddEntityProps<Draft extends object, F extends FieldErrors<Draft>> extends AddFormProps {
  readonly add: AddDescription<Draft, F>
  readonly fieldErrorsOf: (draft: Draft, t: Translate) => F
}

function AddEntity<Draft extends object, F extends FieldErrors<Draft>>(props: AddEntityProps<Draft, F>) {
  const { add, fieldErrorsOf, title, onClose, onAdded } = props
  const { create, renderFields } = add
  const t = useText()
  const { rest } = useClient()
  const [initial] = useState(add.newDraft)
  return (
    <NewEntityDialog<Draft, F>
      title={title}
      initial={initial}
      fieldErrorsOf={(draft) => fieldErrorsOf(draft, t)}
      create={async (draft) => onAdded((await create(rest, draft, quiet)).id.id)}
      onClose={onClose}
      size={add.size}
    >
      {(fields) => renderFields({ fields })}
    </NewEntityDialog>
  )
}

interface DetailsProps<Row extends RoomRow, Draft extends object, F extends FieldErrors<Draft>>
  extends RoomFormProps<Row> {
  readonly form: FormDescription<Row, Draft, F>
}

/** Details tab of an entity: its form, or the read-only view for users without edit permission. */
function Details<Row extends RoomRow, Draft extends object, F extends FieldErrors<Draft>>(
  props: DetailsProps<Row, Draft, F>,
) {
  const { form, row, links } = props
  const { mayEdit, Overview, ReadOnly } = form
  const { authority, userId } = useAccount()?.auth ?? {}
  if (mayEdit?.(row, authority, userId) ?? true) return <Editable {...props} />
  return (
    <div className="sd-tab-body">
      {Overview && <Overview row={row} />}
      <div className="sd-form">
        <ActionRow row={row} actions={links} />
        {ReadOnly && <ReadOnly row={row} />}
      </div>
      <div className="sd-form-facts">
        <AllFacts form={form} row={row} />
      </div>
    </div>
  )
}

function AllFacts<Row extends RoomRow, Draft extends object, F extends FieldErrors<Draft>>({
  form: { Facts },
  row,
}: Pick<DetailsProps<Row, Draft, F>, 'form' | 'row'>) {
  return (
    <EntityFacts id={row.id.id} createdTime={row.createdTime}>
      {Facts && <Facts row={row} />}
    </EntityFacts>
  )
}

function Editable<Row extends RoomRow, Draft extends object, F extends FieldErrors<Draft>>({
  form,
  room,
  row,
  links,
}: DetailsProps<Row, Draft, F>) {
  const t = useText()
  const { rest } = useClient()
  const calls = useRoomCalls(room)
  const queries = useQueryClient()
  const { id } = row.id
  const { draftOf, fieldErrorsOf, save, refreshes = [], renderFields, Overview, BelowFields } = form
  const editing = useEntityForm<Draft, F>({
    stored: draftOf(row),
    fieldErrorsOf: (draft) => fieldErrorsOf(draft, t),
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
    <EntityForm
      form={editing}
      overview={Overview && <Overview row={row} />}
      facts={
        <>
          {BelowFields && <BelowFields row={row} />}
          <AllFacts form={form} row={row} />
        </>
      }
    >
      <ActionRow row={row} actions={links} />
      {renderFields({ fields: editing, row })}
    </EntityForm>
  )
}
