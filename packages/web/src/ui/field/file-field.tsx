/**
 * Field for one or several files with allowed extensions, chosen or dropped. Reads their text or returns them as `File`
 * objects.
 */

import './file-field.css'
import { FileUp, X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../button/button.tsx'
import { unicodeText } from '../files/text-file.ts'
import { DropArea } from './drop-area.tsx'
import { Field } from './field.tsx'
import { endingsOf, hasEnding } from './file-endings.ts'

export interface ChosenFile {
  readonly name: string
  readonly file: File
  /** Content, set if the field reads text. */
  readonly text?: string
}

export interface FileFieldProps {
  readonly label: string
  readonly value: readonly ChosenFile[]
  readonly onChange: (files: readonly ChosenFile[]) => void
  readonly isMany?: boolean
  readonly readsText?: boolean
  /** Separated by commas, with or without dots: `json, .csv`. Absent: any file. */
  readonly allowedExtensions?: string
  readonly isOptional?: boolean
  /** Reports "No file" as an error, not as a hint. */
  readonly isRequiredAsError?: boolean
  readonly help?: string
  readonly error?: string
  readonly isDisabled?: boolean
}

export function FileField({
  label,
  value,
  onChange,
  isMany = false,
  readsText = false,
  allowedExtensions = '',
  isOptional,
  isRequiredAsError = false,
  help,
  error,
  isDisabled = false,
}: FileFieldProps) {
  const t = useText()
  const [rejection, setRejection] = useState<string>()
  const endings = endingsOf(allowedExtensions)
  const isEmpty = value.length === 0
  const action = t(isMany ? 'inputs.chooseFiles' : isEmpty ? 'inputs.chooseFile' : 'inputs.chooseOtherFile')
  const noFile = t(isMany ? 'inputs.noFiles' : 'inputs.noFile')

  async function choose(files: readonly File[]) {
    const rejected = files.find(({ name }) => !hasEnding(name, endings))
    setRejection(rejected && t('inputs.wrongEnding', { name: rejected.name, endings: endings.join(', ') }))
    const taken = files.filter((file) => file !== rejected && hasEnding(file.name, endings))
    if (taken.length === 0) return
    const read: ChosenFile[] = []
    for (const file of taken) {
      const text = readsText ? await unicodeText(file) : undefined
      if (text === null) setRejection(t('inputs.notUnicode', { name: file.name }))
      else read.push({ name: file.name, file, ...(text !== undefined && { text }) })
    }
    if (read.length === 0) return
    const names = new Set(read.map(({ name }) => name))
    // A file with the name of an existing one replaces it, for example after correcting it.
    onChange(isMany ? [...value.filter(({ name }) => !names.has(name)), ...read] : read.slice(0, 1))
  }

  return (
    <Field
      label={label}
      isOptional={isOptional}
      help={help}
      error={rejection ?? error ?? (isRequiredAsError && isEmpty ? noFile : undefined)}
    >
      {(parts) => (
        <DropArea
          className="sd-file-field"
          label={t('inputs.fileOf', { name: label })}
          accept={endings.join(',') || undefined}
          isMany={isMany}
          isDisabled={isDisabled}
          onFiles={(files) => void choose(files)}
        >
          {(choose) => (
            <>
              {isEmpty ? (
                <p>{isRequiredAsError || error ? t('inputs.dropHere') : noFile}</p>
              ) : (
                <ul>
                  {value.map((one) => (
                    <li key={one.name}>
                      <span className="sd-ellipsis">{one.name}</span>
                      <IconButton
                        size="sm"
                        label={t('ui.dropChoice', { name: one.name })}
                        disabled={isDisabled}
                        icon={<X size={16} strokeWidth={2} />}
                        onClick={() => onChange(value.filter((other) => other !== one))}
                      />
                    </li>
                  ))}
                </ul>
              )}
              <Button
                {...parts}
                size="sm"
                aria-label={`${label}: ${action}`}
                disabled={isDisabled}
                icon={<FileUp size={16} strokeWidth={2} />}
                onClick={choose}
              >
                {action}
              </Button>
            </>
          )}
        </DropArea>
      )}
    </Field>
  )
}
