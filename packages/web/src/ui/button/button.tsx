/** Buttons. A view has at most one filled button; icon-only buttons show their name as a tooltip. */

import './button.css'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Tooltip } from '../tooltip/tooltip.tsx'

export type ButtonKind = 'filled' | 'outlined' | 'soft' | 'plain' | 'danger' | 'dangerText'

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>

export interface ButtonProps extends NativeButton {
  readonly kind?: ButtonKind
  readonly size?: 'md' | 'sm' | 'lg'
  readonly icon?: ReactNode
  /** Work in progress: the button stays focusable, ignores clicks and is announced as busy to screen readers. */
  readonly busy?: boolean
  readonly fullWidth?: boolean
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind = 'outlined',
  size = 'md',
  icon,
  busy = false,
  fullWidth = false,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`sd-button${className ? ` ${className}` : ''}`}
      data-kind={kind}
      data-size={size}
      data-full={fullWidth || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends NativeButton {
  /** Accessible name and tooltip text. */
  readonly label: string
  readonly icon: ReactNode
  readonly size?: 'md' | 'sm'
  readonly kind?: 'plain' | 'filled'
  /** Keyboard shortcut, shown next to the name in the tooltip. */
  readonly shortcut?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  label,
  icon,
  size = 'md',
  kind = 'plain',
  shortcut,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        {...rest}
        type={type}
        className={`sd-icon-button${className ? ` ${className}` : ''}`}
        data-size={size}
        data-kind={kind}
        aria-label={label}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
