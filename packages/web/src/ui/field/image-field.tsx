/** A picture that is kept as a data URL: chosen or dropped, shown, taken out again. */

import './image-field.css'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { Field } from './field.tsx'
import { imageBytesMax, readImage } from './image-file.ts'

interface ImageFieldProps {
  readonly label: string
  readonly help?: string
  /** A data URL; empty: none. */
  readonly value: string
  readonly onChange: (image: string) => void
}

export function ImageField({ label, help, value, onChange }: ImageFieldProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const [isOver, setOver] = useState(false)

  async function take(file: File | undefined) {
    if (!file) return
    const read = await readImage(file)
    if (read.kind === 'read') {
      setFault(undefined)
      onChange(read.image)
    } else setFault(t(`ui.${read.kind}`, { name: file.name, max: imageBytesMax / 1024 }))
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <Field label={label} isOptional help={help} error={fault}>
      {(parts) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
        <div
          className="sd-image-field"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <ImagePreview image={value} />
          <div className="sd-image-actions">
            <Button aria-describedby={parts['aria-describedby']} size="sm" onClick={() => input.current?.click()}>
              {t(value ? 'ui.changeImage' : 'ui.chooseImage')}
            </Button>
            {value && (
              <Button
                size="sm"
                kind="plain"
                onClick={() => {
                  setFault(undefined)
                  onChange('')
                }}
              >
                {t('ui.removeImage')}
              </Button>
            )}
          </div>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/*"
            aria-label={t('ui.imageFile')}
            onChange={(event) => {
              void take(event.target.files?.[0])
              // The same file can be chosen again once it was mended.
              event.target.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}

/** Pictures that came with the thing are shown; links to pictures elsewhere are not followed. */
export function ImagePreview({ image }: { image: string | null }) {
  return (
    <span className="sd-image-preview">
      {image?.startsWith('data:image/') ? (
        <img src={image} alt="" />
      ) : (
        <ImagePlus size={24} strokeWidth={1.75} aria-hidden />
      )}
    </span>
  )
}
