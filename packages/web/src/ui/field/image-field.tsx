/** A picture that is kept as a data URL: chosen or dropped, shown, taken out again. */

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
  /** A data URL; empty: none. */
  readonly value: string
  readonly onChange: (image: string) => void
}

export function ImageField({ label, help, value, onChange }: ImageFieldProps) {
  const t = useText()
  const [fault, setFault] = useState<string>()

  async function take(file: File | undefined) {
    if (!file) return
    const read = await readImage(file)
    if (read.kind === 'read') {
      setFault(undefined)
      onChange(read.image)
    } else setFault(t(`ui.${read.kind}`, { name: file.name, max: imageBytesMax / 1024 }))
  }

  return (
    <Field label={label} isOptional help={help} error={fault}>
      {(parts) => (
        <DropArea
          className="sd-image-field"
          label={t('ui.imageFile')}
          accept="image/*"
          onFiles={([file]) => void take(file)}
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
                      setFault(undefined)
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
