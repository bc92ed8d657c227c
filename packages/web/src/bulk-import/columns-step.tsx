/** Step that assigns a meaning to each column of the file. */

import type { ImportColumnType } from '@sonde/model/bulk-import/bulk-import'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Field } from '../ui/field/field.tsx'
import { FormNote } from '../ui/field/form-note.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import {
  type ColumnChoice,
  type ColumnErrors,
  columnGroups,
  type ImportColumn,
  type ImportKind,
  isKeyed,
  isServedColumn,
  offeredCredentials,
} from './import-columns.ts'

interface ColumnsStepProps {
  readonly kind: ImportKind
  readonly columns: readonly ImportColumn[]
  readonly onChange: (columns: readonly ImportColumn[]) => void
  /** Names in the file's header line; empty without a header. */
  readonly names: readonly string[]
  /** Cells of the first data line. */
  readonly examples: readonly string[]
  readonly fieldErrors: ColumnErrors
  readonly showsErrors: boolean
}

export function ColumnsStep({ kind, columns, onChange, names, examples, fieldErrors, showsErrors }: ColumnsStepProps) {
  const t = useText()
  const { entity } = columnGroups(kind)
  // From the columns at first, so that a type the file came with can be chosen again.
  const [credentials] = useState(() => offeredCredentials(kind, columns))
  const set = (at: number, change: Partial<ImportColumn>) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, ...change } : column)))
  const option = (type: ImportColumnType) => (
    <option key={type} value={type}>
      {t(`bulkImport.${type}`)}
    </option>
  )

  return (
    <>
      {showsErrors && fieldErrors.missing.length > 0 && (
        <p className="sd-form-error" role="alert">
          {t('bulkImport.columnsMissing')}
        </p>
      )}
      {columns.some(({ type }) => !isServedColumn(type)) && <FormNote text={t('bulkImport.credentialsNotServed')} />}
      <table className="sd-import-columns">
        <thead>
          <tr>
            <th>{t('bulkImport.column')}</th>
            <th>{t('bulkImport.example')}</th>
            <th>{t('bulkImport.columnType')}</th>
            <th>{t('bulkImport.key')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => {
            const fieldError = showsErrors ? fieldErrors.columns[at] : undefined
            const isKeyError = fieldError !== undefined && fieldError !== 'twice'
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns differ by their place alone
              <tr key={at}>
                <td className="sd-import-name" title={names[at]}>
                  {names[at]?.trim() || t('bulkImport.unnamed', { number: at + 1 })}
                </td>
                <td className="sd-import-example sd-mono" title={examples[at]}>
                  {examples[at] || t('ui.none')}
                </td>
                <td>
                  <Field
                    label={t('bulkImport.columnTypeOf', { number: at + 1 })}
                    error={fieldError === 'twice' ? t('bulkImport.twice') : undefined}
                  >
                    {(parts) => (
                      <div className="sd-input sd-select" data-invalid={fieldError === 'twice' || undefined}>
                        <select
                          {...parts}
                          value={column.type}
                          onChange={(event) => set(at, { type: event.target.value as ColumnChoice })}
                        >
                          <option value="SKIP">{t('bulkImport.SKIP')}</option>
                          <optgroup label={t('bulkImport.groupEntity')}>{entity.map(option)}</optgroup>
                          {credentials.length > 0 && (
                            <optgroup label={t('bulkImport.groupCredentials')}>{credentials.map(option)}</optgroup>
                          )}
                        </select>
                      </div>
                    )}
                  </Field>
                </td>
                <td>
                  {isKeyed(column.type) && (
                    <TextField
                      label={t('bulkImport.keyOf', { number: at + 1 })}
                      isMono
                      value={column.key}
                      error={isKeyError ? t(`bulkImport.${fieldError}`) : undefined}
                      onChange={(key) => set(at, { key })}
                      autoComplete="off"
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
