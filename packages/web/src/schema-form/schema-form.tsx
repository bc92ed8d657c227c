/**
 * Renders a form that a widget type declares by a schema and a layout. Values that aren't set show the schema's
 * defaults; only what the user edits is stored, and only if it matches the schema.
 */

import './schema-form.css'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { FieldGroup } from '../ui/field/field-group.tsx'
import { isShown } from './schema-condition.ts'
import { pathKey, type SchemaErrors, schemaErrors, valueError } from './schema-errors.ts'
import {
  type FormField,
  groupsOf,
  type JsonFormData,
  type Path,
  sanitised,
  valueAt,
  withEdited,
} from './schema-model.ts'
import { SchemaValueField } from './schema-value-field.tsx'

export interface SchemaFormProps {
  /** Must keep its identity between renders. */
  readonly data: JsonFormData
  /** Values that are set; members that the schema doesn't know are kept. */
  readonly value: unknown
  /** `path`: what the user edited; the rest of the value is the same as before. */
  readonly onChange: (value: unknown, path: Path) => void
  readonly isDisabled?: boolean
}

export function SchemaForm({ data, value, onChange, isDisabled = false }: SchemaFormProps) {
  const t = useText()
  const groups = useMemo(() => groupsOf(data), [data])
  const model = useMemo(() => sanitised(data.schema, value ?? {}), [data, value])
  const fieldErrors = useMemo(() => schemaErrors(data.schema, model, t), [data, model, t])

  function change(path: Path, next: unknown) {
    onChange(withEdited(value ?? {}, model, path, next), path)
  }

  const scope: Scope = { value, model, fieldErrors, change, isDisabled }
  return (
    <div className="sd-form sd-schema-form">
      {groups.map(({ title, fields }, index) => {
        const content = <Fields key={String(index)} fields={fields} base={[]} scope={scope} />
        if (title === null) return content
        return (
          <FieldGroup key={String(index)} title={title}>
            {content}
          </FieldGroup>
        )
      })}
    </div>
  )
}

interface Scope {
  /** As stored. */
  readonly value: unknown
  /** With the schema's defaults. */
  readonly model: unknown
  readonly fieldErrors: SchemaErrors
  readonly change: (path: Path, value: unknown) => void
  readonly isDisabled: boolean
}

interface FieldsProps {
  readonly fields: readonly FormField[]
  /** Path that the fields' paths are relative to. */
  readonly base: Path
  readonly scope: Scope
}

function Fields({ fields, base, scope }: FieldsProps) {
  const arrayIndices = base.filter((part): part is number => typeof part === 'number')
  return fields
    .filter(({ entry }) => isShown(entry.condition, { model: scope.model, arrayIndices }))
    .map((field, index) => (
      <OneField
        key={`${pathKey([...base, ...field.path])} ${String(index)}`}
        field={field}
        path={[...base, ...field.path]}
        base={base}
        scope={scope}
      />
    ))
}

function OneField({ field, path, base, scope }: { field: FormField; path: Path; base: Path; scope: Scope }) {
  if (field.kind === 'fieldset') {
    return (
      <FieldGroup title={field.label}>
        <Fields fields={field.fields} base={base} scope={scope} />
      </FieldGroup>
    )
  }
  if (field.kind === 'array') return <ArrayField field={field} path={path} scope={scope} />
  return <ValueField field={field} path={path} scope={scope} />
}

/** What was entered last, while `over` is stored: an invalid value isn't stored, a cleared field has its default. */
interface Entered {
  readonly value: unknown
  readonly over: unknown
}

function ValueField({ field, path, scope }: { field: FormField; path: Path; scope: Scope }) {
  const t = useText()
  const [entered, setEntered] = useState<Entered | null>(null)
  const stored = valueAt(scope.value, path)
  const isEntered = entered !== null && Object.is(entered.over, stored)
  const errorOf = (value: unknown) =>
    field.choices.some((choice) => choice.value === value)
      ? undefined
      : valueError(field.schema, value, field.isRequired, t)

  function change(next: unknown) {
    const isValid = errorOf(next) === undefined
    setEntered({ value: next, over: isValid ? next : stored })
    if (isValid) scope.change(path, next)
  }

  return (
    <SchemaValueField
      field={field}
      value={isEntered ? entered.value : valueAt(scope.model, path)}
      error={isEntered ? errorOf(entered.value) : scope.fieldErrors.get(pathKey(path))}
      isDisabled={scope.isDisabled || field.isReadOnly}
      onChange={change}
    />
  )
}

function ArrayField({ field, path, scope }: { field: FormField; path: Path; scope: Scope }) {
  const t = useText()
  const stored = valueAt(scope.value, path)
  const shown = Array.isArray(stored) ? stored : valueAt(scope.model, path)
  const items: readonly unknown[] = Array.isArray(shown) ? shown : []
  const isFixed = scope.isDisabled || field.isReadOnly
  const move = (from: number, to: number) => scope.change(path, items.toSpliced(from, 1).toSpliced(to, 0, items[from]))
  return (
    <FieldGroup title={field.label}>
      {items.map((_, index) => {
        const named = { name: field.label, place: index + 1 }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no name of their own
          <div key={index} className="sd-schema-item">
            <div className="sd-form">
              <Fields fields={field.fields} base={[...path, index]} scope={scope} />
            </div>
            <div className="sd-schema-item-tools">
              <IconButton
                size="sm"
                label={t('schemaForm.removeItem', named)}
                disabled={isFixed}
                icon={<X size={16} strokeWidth={2} />}
                onClick={() =>
                  scope.change(
                    path,
                    items.filter((_, at) => at !== index),
                  )
                }
              />
              {items.length > 1 && (
                <>
                  <IconButton
                    size="sm"
                    label={t('schemaForm.moveItemUp', named)}
                    disabled={isFixed || index === 0}
                    icon={<ArrowUp size={16} strokeWidth={2} />}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    size="sm"
                    label={t('schemaForm.moveItemDown', named)}
                    disabled={isFixed || index === items.length - 1}
                    icon={<ArrowDown size={16} strokeWidth={2} />}
                    onClick={() => move(index, index + 1)}
                  />
                </>
              )}
            </div>
          </div>
        )
      })}
      <div>
        <Button
          size="sm"
          disabled={isFixed}
          icon={<Plus size={16} strokeWidth={2} />}
          aria-label={t('schemaForm.addItemTo', { name: field.label })}
          onClick={() => scope.change(path, [...items, sanitised(field.schema.items ?? {}, undefined) ?? ''])}
        >
          {t('schemaForm.addItem')}
        </Button>
      </div>
    </FieldGroup>
  )
}
