import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  Text,
  TextField,
} from 'react-aria-components'
import { useBrandFilter } from '../api/brands.ts'
import { readList } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { text } from '../text/text.ts'
import { useDebounced } from '../ui/debounced.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useNavigationEntries } from './navigation-entries.ts'
import '../ui/dialog.css'
import './palette.css'
import '../ui/menu.css'

const t = text.frame.palette
const SHOWN = 5
/** One letter finds too much. */
const SHORTEST = 2

interface Entry {
  to: string
  name: string
  detail?: string
  icon: IconName
}

/** Leads to pages, warranties (by HIN or owner), dealers and leads, by keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const sections = useEntries(typed)
  const navigate = useNavigate()
  const open = (to: string) => {
    onClose()
    void navigate({ to: to as '/' })
  }
  return (
    <ModalOverlay className="dialog-backdrop palette-backdrop" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="palette">
        <Dialog aria-label={t.title} className="palette-box">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField aria-label={t.label} autoFocus className="palette-input">
              <Icon name="search" />
              <Input placeholder={t.placeholder} spellCheck={false} autoComplete="off" />
            </TextField>
            <Menu
              className="menu palette-menu"
              items={sections}
              onAction={(key) => open(String(key))}
              renderEmptyState={() => <p className="menu-item menu-person">{t.none}</p>}
            >
              {({ title, entries }) => (
                <MenuSection id={title}>
                  <Header className="menu-header">{title}</Header>
                  {entries.map(({ to, name, detail, icon }) => (
                    <MenuItem key={to} id={to} textValue={name} className="menu-item">
                      <Icon name={icon} />
                      <Text slot="label">{name}</Text>
                      {detail && (
                        <Text slot="description" className="muted">
                          {detail}
                        </Text>
                      )}
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Returns what matches the typed text, in sections; empty ones are left out. */
function useEntries(typed: string): { title: string; entries: Entry[] }[] {
  const words = typed.trim().toLowerCase()
  const pages = useNavigationEntries()
    .flat()
    .filter(({ label }) => label.toLowerCase().includes(words))
    .map(({ to, label, icon }) => ({ to, name: label, icon }))
  const found = useFound(useDebounced(typed.trim()))
  return [{ title: t.pages, entries: pages }, ...found].filter(({ entries }) => entries.length > 0)
}

function useFound(q: string): { title: string; entries: Entry[] }[] {
  const may = useMay()
  const { routesByPath } = useRouter()
  const isLong = q.length >= SHORTEST
  const query = { ...useBrandFilter(), q, limit: SHOWN }
  const warranties = useQuery({
    ...readList('/admin/v1/warranties', { query }),
    enabled: isLong && may('warranty:list'),
  })
  const dealers = useQuery({
    ...readList('/admin/v1/dealers', { query }),
    enabled: isLong && may('dealers:read') && '/dealers/$id' in routesByPath,
  })
  const leads = useQuery({ ...readList('/admin/v1/leads', { query }), enabled: isLong && may('leads:read') })
  if (!isLong) return []
  return [
    {
      title: text.frame.pages.warranties,
      entries: (warranties.data?.data ?? []).map(({ id, hin, contact, model }) => ({
        to: `/warranties/${id}`,
        name: hin,
        detail: `${contact.first_name} ${contact.last_name} · ${model}`,
        icon: 'warranty' as const,
      })),
    },
    {
      title: text.frame.pages.dealers,
      entries: (dealers.data?.data ?? []).map(({ id, name, dealer_code, city, state }) => ({
        to: `/dealers/${id}`,
        name,
        detail: [dealer_code, city, state].filter(Boolean).join(' · '),
        icon: 'dealer' as const,
      })),
    },
    {
      title: text.frame.pages.leads,
      entries: (leads.data?.data ?? []).map(({ id, lead, brand }) => {
        const { contact = {} } = lead as { contact?: Record<string, string | undefined> }
        const name = [contact.contact_first_name, contact.contact_last_name].filter(Boolean).join(' ')
        return {
          to: `/leads/${id}`,
          name: name || contact.contact_email || t.lead(id),
          detail: [contact.contact_email, brand].filter(Boolean).join(' · '),
          icon: 'lead' as const,
        }
      }),
    },
  ]
}
