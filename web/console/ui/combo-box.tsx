import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { Icon } from './icon.tsx'
import './combo-box.css'
import './menu.css'

export interface Option {
  id: number
  name: string
  detail?: string
}

/** A choice among many: the server searches while somebody types. `onSearch` is told what is typed. */
export function SearchableSelect({
  label,
  placeholder,
  empty,
  options,
  typed,
  selected,
  error,
  onSearch,
  onChoose,
}: {
  label: string
  placeholder: string
  /** The message when nothing is found. */
  empty: string
  options: readonly Option[]
  typed: string
  /** The chosen option, or null for none, where the caller keeps it. */
  selected?: number | null
  error?: string | undefined
  onSearch: (text: string) => void
  onChoose: (option: Option | undefined) => void
}) {
  return (
    <ComboBox
      className="field combo-box"
      items={options}
      inputValue={typed}
      onInputChange={onSearch}
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => onChoose(options.find(({ id }) => id === key))}
      menuTrigger={selected ? 'input' : 'focus'}
      allowsEmptyCollection
      isInvalid={error !== undefined}
    >
      <Label>{label}</Label>
      <div className="combo-box-row">
        <Input className="input" placeholder={placeholder} />
        <Button className="button button-icon">
          <Icon name="down" />
        </Button>
      </div>
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="menu-popover combo-box-popover">
        <ListBox className="menu" renderEmptyState={() => <p className="menu-item menu-person">{empty}</p>}>
          {({ id, name, detail }: Option) => (
            <ListBoxItem id={id} textValue={name} className="menu-item">
              <Text slot="label">{name}</Text>
              {detail && (
                <Text slot="description" className="muted">
                  {detail}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
