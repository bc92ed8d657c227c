/**
 * Dialog for what a dashboard has by name, entity aliases or filters: the list on the left, the selected entry on the
 * right; on phones one at a time. Apply checks all of them and hands over what to store, in one change.
 */

import './entries-dialog.css'
import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { ArrowLeft, Copy, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../ui/dialog/form-buttons.tsx'
import { errorsBelow, type PlaceErrors, Places, useFieldPath, useHasError } from '../../../ui/field/field-places.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { focusableIn } from '../../../ui/overlay/focus.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { isPhone, useWidth } from '../../../ui/theme/use-width.ts'
import {
  draftsOf,
  type EntryDraft,
  freeName,
  isChanged,
  type NameMember,
  nameFaults,
  nameOf,
  storedOf,
  withTrimmedNames,
} from './entry-drafts.ts'

export interface EntriesDialogProps {
  /** What the entries are; also the member with their name. */
  readonly of: NameMember
  readonly stored: JsonObject
  /** Icon of the empty list. */
  readonly icon: ReactNode
  /** A new entry, without ID and name. */
  readonly create: () => JsonObject
  /** Errors of the fields of `form`, by their paths below the draft's ID. */
  readonly errorsOf: (json: JsonObject) => PlaceErrors
  /** Names of the widgets that use the entry. */
  readonly usersOf: (draft: EntryDraft) => readonly string[]
  /** Second line in the list. */
  readonly note: (json: JsonObject) => ReactNode
  /** Fields below the name. `at`: path of their errors. */
  readonly form: (json: JsonObject, at: string, onChange: (json: JsonObject) => void) => ReactNode
  /** Opens with a new entry, for a caller that needs one. */
  readonly startsNew?: boolean
  /** `addedId`: the entry that the dialog opened with, if it is stored. Not called if nothing changed. */
  readonly onApply: (next: JsonObject, addedId: string | undefined) => void
  readonly onClose: () => void
}

const plus = <Plus size={16} strokeWidth={2} aria-hidden />

interface Draft {
  readonly entries: readonly EntryDraft[]
  readonly selectedId: string | null
  /** A new entry: its name gets the focus. */
  readonly newId: string | null
}

const withNew = ({ entries }: Draft, json: JsonObject, of: NameMember, name = ''): Draft => {
  const id = crypto.randomUUID()
  return { entries: [...entries, { id, json: { id, [of]: name, ...json } }], selectedId: id, newId: id }
}

export function EntriesDialog({
  of,
  stored: opened,
  icon,
  create,
  errorsOf,
  usersOf,
  note,
  form,
  startsNew = false,
  onApply,
  onClose,
}: EntriesDialogProps) {
  const t = useText()
  const isSmall = useWidth(isPhone)
  const [stored] = useState(opened)
  const [draft, setDraft] = useState<Draft>(() => {
    const entries = draftsOf(stored)
    const plain = { entries, selectedId: isSmall ? null : (entries[0]?.id ?? null), newId: null }
    return startsNew ? withNew(plain, create(), of) : plain
  })
  const [firstNewId] = useState(draft.newId)
  const [showsErrors, setShowsErrors] = useState(false)
  const list = useRef<HTMLElement>(null)
  const { entries, selectedId, newId } = draft
  const selected = entries.find(({ id }) => id === selectedId)
  // No widget can use what was just added.
  const unused = entries.filter((entry) => Object.hasOwn(stored, entry.id) && usersOf(entry).length === 0)
  const faults = nameFaults(stored, entries, of)
  const fieldErrors = Object.assign(
    {},
    ...entries
      .filter((entry) => isChanged(stored, entry))
      .map(({ id, json }) => {
        const fault = faults.get(id)
        return errorsBelow(id, { name: fault && t(`dashboardEntries.${of}.${fault}`), ...errorsOf(json) })
      }),
  ) as PlaceErrors

  const select = (id: string | null) => setDraft({ entries, selectedId: id, newId: null })
  const add = () => setDraft(withNew(draft, create(), of))

  function change(id: string, json: JsonObject) {
    setDraft({ ...draft, entries: entries.map((one) => (one.id === id ? { id, json } : one)) })
  }

  function duplicate(entry: EntryDraft) {
    const name = nameOf(entry, of)
    const copyName = freeName(entries, of, (attempt) => t('dashboardEntries.copyOf', { name, attempt }))
    const { id: _, [of]: _name, ...rest } = entry.json
    setDraft(withNew(draft, rest, of, copyName))
  }

  function remove(gone: readonly EntryDraft[]) {
    const at = entries.findIndex((one) => gone.includes(one))
    const rest = entries.filter((one) => !gone.includes(one))
    const next = rest.find(({ id }) => id === selectedId) ?? rest[Math.min(at, rest.length - 1)]
    setDraft({ entries: rest, selectedId: isSmall ? null : (next?.id ?? null), newId: null })
    focusList()
  }

  /** The button that was pressed is gone: the list has the focus. */
  function focusList() {
    requestAnimationFrame(() => {
      const row =
        list.current?.querySelector<HTMLElement>('[aria-current]') ?? (list.current && focusableIn(list.current)[0])
      row?.focus()
    })
  }

  function apply() {
    setShowsErrors(true)
    const faulty = entries.find(({ id }) =>
      Object.entries(fieldErrors).some(([path, error]) => error !== undefined && path.startsWith(`${id}.`)),
    )
    if (faulty) return setDraft({ entries, selectedId: faulty.id, newId: null })
    const next = storedOf(stored, withTrimmedNames(stored, entries, of))
    if (next !== stored) onApply(next, entries.find(({ id }) => id === firstNewId)?.id)
    onClose()
  }

  const showsList = !isSmall || !selected
  return (
    <Dialog
      title={t(`dashboardEntries.${of}.title`)}
      size={860}
      isFlush
      isChanged={storedOf(stored, entries) !== stored}
      onSubmit={apply}
      onClose={onClose}
      footer={
        <FormButtons
          action={t('dashboardEditor.apply')}
          onCancel={onClose}
          aside={
            unused.length > 0 && (
              <Button kind="plain" onClick={() => remove(unused)}>
                {t('dashboardEntries.removeUnused', { count: unused.length })}
              </Button>
            )
          }
        />
      }
    >
      <Places fieldErrors={fieldErrors} showsAll={showsErrors}>
        <div className="db-entries">
          {showsList && (
            <nav
              className="db-entries-list"
              aria-label={t(`dashboardEntries.${of}.title`)}
              ref={list}
              onKeyDown={moveFocus}
            >
              {entries.map((entry) => (
                <EntryRow
                  key={entry.id}
                  of={of}
                  entry={entry}
                  isSelected={entry.id === selectedId}
                  uses={usersOf(entry).length}
                  note={note(entry.json)}
                  onSelect={() => select(entry.id)}
                />
              ))}
              <Button icon={plus} size="sm" onClick={add}>
                {t(`dashboardEntries.${of}.add`)}
              </Button>
            </nav>
          )}
          {selected ? (
            <EntryDetail
              key={selected.id}
              of={of}
              entry={selected}
              isNew={selected.id === newId}
              users={usersOf(selected)}
              onBack={
                isSmall
                  ? () => {
                      select(null)
                      focusList()
                    }
                  : undefined
              }
              onDuplicate={() => duplicate(selected)}
              onRemove={() => remove([selected])}
              onChange={(json) => change(selected.id, json)}
            >
              {form(selected.json, selected.id, (json) => change(selected.id, json))}
            </EntryDetail>
          ) : (
            !isSmall && (
              <div className="db-entry-detail">
                <EmptyState
                  icon={icon}
                  title={t(`dashboardEntries.${of}.emptyTitle`)}
                  text={t(`dashboardEntries.${of}.emptyText`)}
                />
              </div>
            )
          )}
        </div>
      </Places>
    </Dialog>
  )
}

/** Arrow keys move through the list. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  const rows = focusableIn(event.currentTarget)
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface EntryRowProps {
  readonly of: NameMember
  readonly entry: EntryDraft
  readonly isSelected: boolean
  /** Widgets that use it. */
  readonly uses: number
  readonly note: ReactNode
  readonly onSelect: () => void
}

function EntryRow({ of, entry, isSelected, uses, note, onSelect }: EntryRowProps) {
  const t = useText()
  const hasError = useHasError(entry.id)
  return (
    <button type="button" className="db-entry" aria-current={isSelected || undefined} onClick={onSelect}>
      <span className="db-entry-name">
        <span className="db-entry-title">{nameOf(entry, of) || t(`dashboardEntries.${of}.unnamed`)}</span>
        <span className="db-entry-uses" data-unused={uses === 0 || undefined}>
          {t('dashboardEntries.uses', { count: uses })}
        </span>
      </span>
      <span className="db-entry-note">
        {hasError ? (
          <span className="db-entry-fault">
            <TriangleAlert size={14} strokeWidth={2} aria-hidden />
            {t('deviceProfiles.needsAttention')}
          </span>
        ) : (
          note
        )}
      </span>
    </button>
  )
}

interface EntryDetailProps {
  readonly of: NameMember
  readonly entry: EntryDraft
  readonly isNew: boolean
  /** Names of the widgets that use it. */
  readonly users: readonly string[]
  /** Absent: the list is next to it. */
  readonly onBack: (() => void) | undefined
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onChange: (json: JsonObject) => void
  readonly children: ReactNode
}

function EntryDetail(props: EntryDetailProps) {
  const { of, entry, isNew, users, onBack, onDuplicate, onRemove, onChange, children } = props
  const t = useText()
  const [asks, setAsks] = useState(false)
  const name = nameOf(entry, of)
  const title = name || t(`dashboardEntries.${of}.unnamed`)
  /** Several widgets may have the same title. */
  const names = [...new Set(users)]
  const input = useRef<HTMLInputElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const focusFirst = useEffectEvent(() => (isNew ? input.current?.select() : back.current?.focus()))
  useEffect(() => void focusFirst(), [])
  useEffect(() => {
    if (asks) keep.current?.focus()
  }, [asks])
  return (
    <section className="db-entry-detail" aria-label={title}>
      <div className="db-entry-head">
        {onBack && (
          <IconButton
            ref={back}
            label={t(`dashboardEntries.${of}.back`)}
            icon={<ArrowLeft size={18} strokeWidth={1.75} />}
            onClick={onBack}
          />
        )}
        <h3>{title}</h3>
        <IconButton
          size="sm"
          label={t('dashboardEntries.duplicate', { name: title })}
          icon={<Copy size={16} strokeWidth={2} />}
          onClick={onDuplicate}
        />
        <IconButton
          size="sm"
          label={t('dashboardEntries.remove', { name: title })}
          icon={<Trash2 size={16} strokeWidth={2} />}
          onClick={() => (users.length === 0 ? onRemove() : setAsks(true))}
        />
      </div>
      {asks && (
        <div className="sd-form-conflict" role="alert">
          <p>
            {t(`dashboardEntries.${of}.removeText`, {
              name: title,
              count: users.length,
              widgets: names.slice(0, namesMax).join(', '),
              more: Math.max(0, names.length - namesMax),
            })}
          </p>
          <div>
            <Button kind="danger" size="sm" onClick={onRemove}>
              {t('dashboardEditor.remove')}
            </Button>
            <Button kind="plain" size="sm" ref={keep} onClick={() => setAsks(false)}>
              {t('ui.cancel')}
            </Button>
          </div>
        </div>
      )}
      <TextField
        {...useFieldPath(`${entry.id}.name`)}
        label={t(`dashboardEntries.${of}.name`)}
        autoComplete="off"
        value={name}
        ref={input}
        data-autofocus={isNew || undefined}
        onChange={(next) => onChange({ ...entry.json, [of]: next })}
      />
      {children}
    </section>
  )
}

/** Widgets that the question before a removal names. */
const namesMax = 5
