/** Field for an image stored as a data URL: choose or drop, preview, remove. */

import './image-field.css'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { DropArea } from './drop-area.tsx'
import { Field } from './field.tsx'
import { imageBytesMax, readImage } from './image-file.ts'

interface ImageFieldProps {
  readonly label: string
  readonly help?: string
  /** Data URL; empty: no image. */
  readonly value: string
  readonly onChange: (image: string) => void
}

export function ImageField({ label, help, value, onChange }: ImageFieldProps) {
  const t = useText()
  const [fieldError, setError] = useState<string>()

  async function choose(file: File | undefined) {
    if (!file) return
    const read = await readImage(file)
    if (read.kind === 'read') {
      setError(undefined)
      onChange(read.image)
    } else setError(t(`ui.${read.kind}`, { name: file.name, max: imageBytesMax / 1024 }))
  }

  return (
    <Field label={label} isOptional help={help} error={fieldError}>
      {(parts) => (
        <DropArea
          className="sd-image-field"
          label={t('ui.imageFile')}
          accept="image/*"
          onFiles={([file]) => void choose(file)}
        >
          {(choose) => (
            <>
              <ImagePreview image={value} />
              <div className="sd-image-actions">
                <Button aria-describedby={parts['aria-describedby']} size="sm" onClick={choose}>
                  {t(value ? 'ui.changeImage' : 'ui.chooseImage')}
                </Button>
                {value && (
                  <Button
                    size="sm"
                    kind="plain"
                    onClick={() => {
                      setError(undefined)
                      onChange('')
                    }}
                  >
                    {t('ui.removeImage')}
                  </Button>
                )}
              </div>
            </>
          )}
        </DropArea>
      )}
    </Field>
  )
}

/** Shows embedded images (data URLs) only; images at other URLs are never loaded. */
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
