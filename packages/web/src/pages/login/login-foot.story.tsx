import type { Story } from '../../ui/story.ts'
import { LoginFoot } from './login-foot.tsx'

const story: Story = {
  id: 'footer',
  group: 'Page pieces',
  title: 'Footer',
  about:
    'Below the pages for those who are not signed in: the language where texts exist in several, the colour scheme, help, and the copyright line with the present year.',
  examples: [{ name: 'Of the sign-in page', Example: LoginFoot }],
}
export default story
