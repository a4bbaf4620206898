import { DtdValidator, XmlDocument, XmlDtd } from 'libxml2-wasm'

/** The document type of ADF 1.0, for what our documents hold: which elements there may be, how often, in which order. */
const DOCUMENT_TYPE = `
<!ELEMENT adf (prospect+)>
<!ELEMENT prospect (id*, requestdate, vehicle+, customer, vendor, provider?)>
<!ATTLIST prospect status (new | resend) "new">
<!ELEMENT requestdate (#PCDATA)>
<!ELEMENT vehicle (id*, year, make, model, imagetag?, comments?)>
<!ATTLIST vehicle
  interest (buy | lease | sell | trade-in | test-drive) "buy"
  status (new | used) "new">
<!ELEMENT year (#PCDATA)>
<!ELEMENT make (#PCDATA)>
<!ELEMENT model (#PCDATA)>
<!ELEMENT imagetag (#PCDATA)>
<!ATTLIST imagetag width CDATA #IMPLIED height CDATA #IMPLIED alttext CDATA #IMPLIED>
<!ELEMENT customer (contact, id*, comments?)>
<!ELEMENT vendor (id*, vendorname, url?, contact)>
<!ELEMENT vendorname (#PCDATA)>
<!ELEMENT provider (id*, name, service?, url?, email?, phone?, contact?)>
<!ELEMENT service (#PCDATA)>
<!ELEMENT contact (name+, (phone+ | (email, phone*)), address?)>
<!ELEMENT name (#PCDATA)>
<!ATTLIST name
  part (surname | first | middle | last | full) "full"
  type (business | individual) "individual">
<!ELEMENT email (#PCDATA)>
<!ATTLIST email preferredcontact (0 | 1) "0">
<!ELEMENT phone (#PCDATA)>
<!ATTLIST phone
  type (voice | fax | cellphone | pager) "voice"
  time (morning | afternoon | evening | nopreference | day) "nopreference"
  preferredcontact (0 | 1) "0">
<!ELEMENT address (street+, apartment?, city?, regioncode?, postalcode?, country?)>
<!ATTLIST address type (work | home | delivery) #IMPLIED>
<!ELEMENT street (#PCDATA)>
<!ATTLIST street line CDATA #IMPLIED>
<!ELEMENT apartment (#PCDATA)>
<!ELEMENT city (#PCDATA)>
<!ELEMENT regioncode (#PCDATA)>
<!ELEMENT postalcode (#PCDATA)>
<!ELEMENT country (#PCDATA)>
<!ELEMENT id (#PCDATA)>
<!ATTLIST id sequence CDATA #IMPLIED source CDATA #IMPLIED>
<!ELEMENT comments (#PCDATA)>
<!ELEMENT url (#PCDATA)>
`

/** Parses a document and holds it to ADF's document type; throws what libxml2 finds wrong. */
export function validateAdf(xml: string): void {
  using document = XmlDocument.fromString(xml)
  using type = XmlDtd.fromString(DOCUMENT_TYPE)
  new DtdValidator(type).validate(document)
}

/** The text of the element that an XPath finds first, as a parser reads it. */
export function textAt(xml: string, path: string): string | undefined {
  using document = XmlDocument.fromString(xml)
  return document.get(path)?.content
}
