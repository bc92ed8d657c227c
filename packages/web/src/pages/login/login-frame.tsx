/** Layout of pages for users who aren't signed in: background drawing, card, footer. */

import './login.css'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BrandMark } from '../../shell/brand.tsx'
import { LoginField } from './login-field.tsx'
import { LoginFoot } from './login-foot.tsx'

/** `children`: shown instead of the route's page. */
export function LoginFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <div className="sd-login">
      <LoginField />
      <main className="sd-login-card">
        <div className="sd-login-brand">
          <BrandMark size={30} />
          <span>Sonde</span>
        </div>
        {children}
      </main>
      <LoginFoot />
    </div>
  )
}
