// Takes back what the file that includes this one defines.
#undef COUNT
