/** Field for a secret: hidden by default, with buttons to show and copy it. */

import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { CopyIconButton } from '../../../ui/copy/copy-button.tsx'
import { TextField, type TextFieldProps } from '../../../ui/field/text-field.tsx'

interface SecretFieldProps extends Omit<TextFieldProps, 'type' | 'end' | 'isMono'> {
  /** Label of the copy button. */
  readonly copyLabel: string
  readonly tools?: ReactNode
}

export function SecretField({ copyLabel, tools, ...field }: SecretFieldProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const eye = { size: 16, strokeWidth: 2 } as const
  return (
    <TextField
      autoComplete="new-password"
      {...field}
      isMono
      type={isShown ? 'text' : 'password'}
      end={
        <>
          <IconButton
            size="sm"
            label={isShown ? t('ui.hidePassword') : t('ui.showPassword')}
            icon={isShown ? <EyeOff {...eye} /> : <Eye {...eye} />}
            onClick={() => setShown(!isShown)}
          />
          <CopyIconButton text={field.value} label={copyLabel} />
          {tools}
        </>
      }
    />
  )
}
